-- Another record of the identity of one of nobody's card is refused, and told of, before anybody knows
-- whose book it is of: that of the record that stands.
update break
   set mode = clearing.mode
  from clearing
 where break.mode is null
   and break.type = 'DEDUPE_CONFLICT'
   and clearing.identity = (break.detail -> 'applied' ->> 'identity')::uuid
   and clearing.mode is not null

update break
   set amount_minor = :minor,
       detail = cast(:detail as jsonb),
       resolution = case when before.same then resolution end,
       updated_at = :now
  from (select id, detail = cast(:detail as jsonb) as same
          from break
         where type = :type
           and subject = :subject
           and state in ('open', 'investigating')
           for update) before
 where break.id = before.id
returning break.id, before.same

-- What could not be read is kept without the digits of its sender from now on: halves of a number in
-- two members, or a number with other separators than blanks and hyphens, were left in some bodies.
update quarantined_message
   set body = regexp_replace(body, '[0-9]', '#', 'g')
 where body ~ '[0-9]';

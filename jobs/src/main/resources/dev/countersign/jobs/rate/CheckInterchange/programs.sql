-- The programs and currencies in which records of the date earned something else than they should have,
-- by more than is tolerated, with up to five of these records: the farthest off first.
select off.program_id, off.currency, count(*) as records, sum(off.expected_minor) as expected_minor,
       sum(off.told_minor) as told_minor, sum(abs(off.difference_minor)) as off_minor,
       (array_agg(off.clearing_id order by abs(off.difference_minor) desc, off.clearing_id))[1 : 5]
         as clearings
  from (select card.program_id, line.interchange_currency as currency, line.id as clearing_id,
               expected.interchange_minor as expected_minor, line.interchange_minor as told_minor,
               line.interchange_minor - expected.interchange_minor as difference_minor
          from expected_interchange expected
          join settlement_line line on line.id = expected.line_id
          left join card on card.id = line.card_id
         where expected.mode = :mode
           and expected.business_date = :businessDate
           and abs(line.interchange_minor - expected.interchange_minor) > :tolerance) off
 group by off.program_id, off.currency
 order by off.program_id, off.currency

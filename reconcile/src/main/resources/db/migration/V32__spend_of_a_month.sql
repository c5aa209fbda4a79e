-- An increment counts on its own day, every other amount on the day that the id of its transaction
-- tells: so of a card that nobody asked about yet the month is read, and of what came before it
-- only what grew. A transaction is read once, whether or not it grew.
create or replace view spend as
select card_id,
       id as transaction_id,
       created_at,
       case when increments = 0
            then held_minor + cleared_minor
            else least(held_minor + cleared_minor,
                       approved_minor - (select sum(increment.amount_minor)::bigint
                                           from increment
                                          where increment.transaction_id = transaction.id))
                 + greatest(0, held_minor + cleared_minor - approved_minor)
        end as amount_minor,
       false as is_increment
  from transaction
 where type <> 'refund'
union all
select part.card_id,
       part.transaction_id,
       part.created_at,
       least(part.amount_minor,
             greatest(0, grown.held_minor + grown.cleared_minor - grown.approved_minor
                         + part.amount_minor + later.total)),
       true
  from increment part
  join transaction grown on grown.id = part.transaction_id
  join lateral (select coalesce(sum(amount_minor), 0)::bigint as total
                  from increment
                 where transaction_id = part.transaction_id
                   and ordinal > part.ordinal) later on true
 where grown.type <> 'refund';

-- Disputes that are open or of which the network has still to settle something, proposals that wait for
-- an answer, and what expired on the date: for a past date as they stand now.
select dispute.id as "dispute_id#dsp_",
       assessment.outcome as decision,
       coalesce(dispute.transaction_id, assessment.transaction_id) as "transaction_id#txn_",
       coalesce(dispute.reason, assessment.reason) as reason,
       dispute.status,
       coalesce(dispute.amount_minor,
                least(assessment.amount_minor,
                      (select cleared_minor
                         from transaction
                        where transaction.id = assessment.transaction_id))) as "amount@currency",
       dispute.amount_minor + dispute.reduced_minor as "claimed@currency",
       coalesce(dispute.currency, assessment.currency) as currency,
       (select coalesce(sum(case when debit_account = '1200' then amount_minor else -amount_minor end), 0)
          from ledger_entry
         where subject = dispute.id
           and '1200' in (debit_account, credit_account)
           and business_date <= :businessDate) as "credited@currency",
       (select coalesce(sum(case when credit_account = '2200' then amount_minor else -amount_minor end), 0)
          from ledger_entry
         where subject in (select dispute.id
                           union all
                           select line.id
                             from settlement_line line
                            where line.lineage_id = dispute.id
                              and line.record_type in ('chargeback', 'representment', 'arbitration'))
           and '2200' in (debit_account, credit_account)
           and business_date <= :businessDate) as "funds_held@currency",
       (select coalesce(sum(case when debit_account = '1390' then amount_minor else -amount_minor end), 0)
          from ledger_entry
         where subject = dispute.id
           and event = 'dispute_awaited'
           and business_date <= :businessDate) as "awaited@currency",
       assessment.break_id as "break_id#brk_",
       assessment.deadline,
       assessment.code as why
  from (select *
          from dispute_assessment
         where mode = :mode
           and business_date <= :businessDate
           and case outcome
               when 'opened' then dispute_id in (select id
                                                   from dispute
                                                  where status in ('open', 'under_review')
                                                     or id in (select money.dispute_id
                                                                 from dispute_money money
                                                                where money.mode = :mode
                                                                  and money.awaited_minor <> 0))
               when 'proposed' then break_id in (select id from open_break)
               when 'expired' then business_date = :businessDate
               else false end
           and not exists (select
                             from proposal_answer answer
                            where answer.break_id = dispute_assessment.break_id
                              and (answer.answered_at at time zone 'UTC')::date <= :businessDate)) assessment
  full join (select *
               from dispute
              where mode = :mode
                and (status in ('open', 'under_review')
                     or id in (select money.dispute_id
                                 from dispute_money money
                                where money.mode = :mode
                                  and money.awaited_minor <> 0))
                and case when break_id is null
                         then (created_at at time zone 'UTC')::date <= :businessDate
                         else id in (select dispute_id
                                       from dispute_assessment opened
                                      where opened.mode = :mode
                                        and opened.business_date <= :businessDate) end) dispute
    on dispute.id = assessment.dispute_id
 order by assessment.deadline nulls last, assessment.break_id, dispute.id

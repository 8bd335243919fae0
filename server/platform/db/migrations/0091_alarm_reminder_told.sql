-- Which steps were taken is known by the steps themselves: a policy may be edited while an alarm is open. `told` holds
-- them as they were then, `told_at` says when somebody was told last, `policy_version` which policy `due_at` follows.
alter table alarm_reminder
  add column told jsonb not null default '[]',
  add column told_at timestamptz,
  add column policy_version int4;

do $$
begin
  if to_regclass('alarm_escalation') is not null then
    update alarm_reminder r
       set told_at = now(),
           told = (select coalesce(jsonb_agg(s.step order by s.place), '[]')
                     from (select step, row_number() over (order by (step ->> 'after')::int, no) as place
                             from jsonb_array_elements(e.steps) with ordinality as u(step, no)) s
                    where s.place <= r.step)
      from alarm_escalation e
     where e.tenant_id = r.tenant_id and e.id = r.escalation_id and r.step > 0;
  end if;
end
$$;

alter table alarm_reminder drop column step;

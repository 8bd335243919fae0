-- Days of leave follow from the dates now. What still can be submitted and claims less than its dates allow, or more, is
-- put right: the second approval depends on it.
do $$
begin
  if to_regclass('leave') is not null then
    update leave set days = end_date - start_date + 1
     where status in ('draft', 'rejected')
       and (days < end_date - start_date or days > end_date - start_date + 1);
  end if;
end
$$;

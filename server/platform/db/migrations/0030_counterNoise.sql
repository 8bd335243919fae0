-- A fall by less than a tenth of the reading is noise, and taken off: no meter is reset so near to its old reading.
create or replace function counter_step(previous float8, current float8, roll_over float8) returns float8
language sql immutable parallel safe
return case
  when previous is null then 0
  when current >= previous or case when previous > 1e-300 then current > previous * 0.9 else false end
    then current - previous
  when previous <= roll_over and previous - current > roll_over / 2 then roll_over - previous + greatest(current, 0)
  else greatest(current, 0)
end;

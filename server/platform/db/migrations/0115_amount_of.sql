-- A number becomes an amount where that loses nothing but the error of a binary fraction; else the change is refused.
create function amount_of(value float8) returns numeric language plpgsql immutable strict as $$
begin
  if abs(value) >= 1e10 or abs(value - round(value::numeric, 2)::float8) > 1e-6 then
    raise exception 'the database would lose data: % is no amount of ten digits and two decimals', value;
  end if;
  return round(value::numeric, 2);
end $$;

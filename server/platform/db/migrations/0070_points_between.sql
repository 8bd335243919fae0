-- The raw numbers of a variable in a half-open window, from wherever they are kept. Everything that reads raw
-- points over a range reads them here. Row-level security holds for whoever calls it.
CREATE FUNCTION points_between(tenant int4, variable int4, lower timestamptz, upper timestamptz)
RETURNS TABLE (ts timestamptz, value float8, quality int2)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT p.ts, p.value, p.quality FROM points AS p
   WHERE p.tenant_id = tenant AND p.variable_id = variable AND p.ts >= lower AND p.ts < upper
$$;

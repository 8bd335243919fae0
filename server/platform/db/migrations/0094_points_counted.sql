-- What counts of a variable between two moments. Where retention has deleted its raw points, those of an hour are taken
-- to lie evenly between its first and its last one, each with an even share of what the hour holds: the parts into which
-- it is cut add up to it. A row spans the step from the point before, or from `lower`.
CREATE FUNCTION points_counted(tenant int4, variable int4, lower timestamptz, upper timestamptz)
RETURNS TABLE (ts timestamptz, mean float8, min float8, max float8, first_ts timestamptz, first float8, last float8,
  increase float8, integral float8, held float8)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT p.ts, p.value, p.value, p.value, p.ts, p.value, p.value, 0::float8, 0::float8, 0::float8
    FROM latest AS l, points_between(tenant, variable, greatest(lower, l.raw_from), upper) AS p
   WHERE l.tenant_id = tenant AND l.variable_id = variable AND p.quality < 2
  UNION ALL
  SELECT s.ts, h.sum / h.n, h.min, h.max, s.since, h.first + (h.last - h.first) * s.was, h.first + (h.last - h.first) * s.done,
    CASE WHEN s.at > 0 THEN h.increase / s.steps ELSE 0 END,
    CASE WHEN s.at > 0 THEN coalesce(h.integral, 0) / s.steps * s.share ELSE 0 END,
    CASE WHEN s.at > 0 THEN coalesce(h.held, 0) / s.steps * s.share ELSE 0 END
    FROM latest AS l JOIN rollup_hour AS h ON h.tenant_id = l.tenant_id AND h.variable_id = l.variable_id,
      LATERAL (SELECT greatest(h.n - 1, 1)::float8 AS steps, h.last_ts - h.first_ts AS long) AS w,
      LATERAL (
        SELECT at, w.steps, at / w.steps AS done, greatest(at - 1, 0) / w.steps AS was,
            h.first_ts + w.long * (at / w.steps) AS ts,
            -- A step begins after the point before it, so that the two stay in their order.
            greatest(lower, h.first_ts + w.long * (greatest(at - 1, 0) / w.steps)
              + CASE WHEN at > 0 THEN interval '1 microsecond' ELSE interval '0' END) AS since
          FROM generate_series(0, h.n - 1) AS at
      ) AS g,
      LATERAL (
        SELECT g.*, extract(epoch FROM g.ts - g.since)::float8
          / nullif(extract(epoch FROM w.long)::float8 / w.steps, 0) AS share
      ) AS s
   WHERE l.tenant_id = tenant AND l.variable_id = variable AND l.raw_from IS NOT NULL
     AND h.bucket > lower - interval '1 hour' AND h.bucket < least(upper, l.raw_from)
     AND s.ts >= lower AND s.ts < least(upper, l.raw_from)
$$;

-- A day begins with the first of two midnights, and where the clock shows midnight twice (Azores, Havana) its roll-up
-- could begin with the second, or there could be one of each. These days are summed up anew from their hours, which
-- also outlive their points; the mark behind the cut lets everything else follow when it is next written or read.
CREATE TEMP TABLE twice ON COMMIT DROP AS
SELECT DISTINCT d.tenant_id, d.variable_id, d.bucket AS second, d.bucket - interval '1 hour' AS first,
    ((d.bucket AT TIME ZONE z.name)::date + 1)::timestamp AT TIME ZONE z.name AS next
  FROM rollup_day AS d JOIN latest AS l USING (tenant_id, variable_id),
    LATERAL (SELECT split_part(l.cut, ' ', 1) AS name) AS z
 WHERE d.bucket AT TIME ZONE z.name = (d.bucket - interval '1 hour') AT TIME ZONE z.name;

DELETE FROM rollup_day AS d USING twice AS w
 WHERE d.tenant_id = w.tenant_id AND d.variable_id = w.variable_id AND d.bucket IN (w.first, w.second);

INSERT INTO rollup_day (tenant_id, variable_id, bucket, n, sum, min, max, first, first_ts, last, last_ts, increase,
  integral, held, hold, roll_over)
SELECT tenant_id, variable_id, day, sum(n), sum(sum), min(min), max(max),
  (array_agg(first ORDER BY bucket))[1], min(first_ts), (array_agg(last ORDER BY bucket DESC))[1], max(last_ts),
  sum(increase + counter_step(previous, first, roll_over)),
  sum(integral + coalesce(previous * hold_step(previous_ts, first_ts, hold), 0)),
  sum(held + hold_step(previous_ts, first_ts, hold)),
  (array_agg(hold ORDER BY bucket DESC))[1], (array_agg(roll_over ORDER BY bucket DESC))[1]
  FROM (
    SELECT h.*, w.first AS day, lag(h.last) OVER o AS previous, lag(h.last_ts) OVER o AS previous_ts
      FROM twice AS w JOIN rollup_hour AS h
        ON h.tenant_id = w.tenant_id AND h.variable_id = w.variable_id AND h.bucket >= w.first AND h.bucket < w.next
    WINDOW o AS (PARTITION BY h.tenant_id, h.variable_id, w.first ORDER BY h.bucket)
  ) AS s
 GROUP BY tenant_id, variable_id, day;

UPDATE latest AS l SET cut = cut || ' anew'
 WHERE (tenant_id, variable_id) IN (SELECT tenant_id, variable_id FROM twice);

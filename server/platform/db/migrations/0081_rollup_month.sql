-- Months of the local calendar, each the sum of its days: a year of many variables is some thousand rows instead of a
-- hundred thousand.
CREATE TABLE rollup_month (LIKE rollup_day INCLUDING ALL) WITH (fillfactor = 80);
SELECT enable_tenant_rls('rollup_month');

INSERT INTO rollup_month (tenant_id, variable_id, bucket, n, sum, min, max, first, first_ts, last, last_ts, increase,
  integral, held, hold, roll_over)
SELECT tenant_id, variable_id, month, sum(n), sum(sum), min(min), max(max),
  (array_agg(first ORDER BY bucket))[1], min(first_ts), (array_agg(last ORDER BY bucket DESC))[1], max(last_ts),
  sum(increase + counter_step(previous, first, roll_over)),
  sum(integral + coalesce(previous * hold_step(previous_ts, first_ts, hold), 0)),
  sum(held + hold_step(previous_ts, first_ts, hold)),
  (array_agg(hold ORDER BY bucket DESC))[1], (array_agg(roll_over ORDER BY bucket DESC))[1]
  FROM (
    SELECT *, lag(last) OVER w AS previous, lag(last_ts) OVER w AS previous_ts
      FROM (
        SELECT d.*, date_trunc('month', d.bucket AT TIME ZONE z.name) AT TIME ZONE z.name AS month
          FROM rollup_day AS d JOIN latest AS l USING (tenant_id, variable_id),
            LATERAL (SELECT split_part(l.cut, ' ', 1) AS name) AS z
      ) AS m
    WINDOW w AS (PARTITION BY tenant_id, variable_id, month ORDER BY bucket)
  ) AS s
 GROUP BY tenant_id, variable_id, month;

-- Telemetry: raw points, the latest value of every variable, hourly and daily roll-ups, import jobs.
-- variable_id is device_variable.id. There is no foreign key: a point must never be refused because
-- somebody deletes its variable in the same moment; the deletion removes the points afterwards.

CREATE TABLE points (
  tenant_id   int4 NOT NULL,
  variable_id int4 NOT NULL,
  ts          timestamptz NOT NULL,
  value       float8 NOT NULL,
  quality     int2 NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, variable_id, ts)
) PARTITION BY RANGE (ts);

-- One partition a month (UTC), made by the writer before the first point of that month is stored.
-- ATTACH instead of PARTITION OF: it does not wait for, and does not block, readers and writers.
CREATE FUNCTION points_partition(month date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  child text := 'points_' || to_char(month, 'YYYYMM');
  lower timestamptz := date_trunc('month', month::timestamp) AT TIME ZONE 'UTC';
  upper timestamptz := (date_trunc('month', month::timestamp) + interval '1 month') AT TIME ZONE 'UTC';
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('points_partition'));
  IF to_regclass(child) IS NOT NULL THEN
    RETURN;
  END IF;
  EXECUTE format('CREATE TABLE %I (LIKE points INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES)', child);
  EXECUTE format('ALTER TABLE points ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', child, lower, upper);
  PERFORM enable_tenant_rls(child::regclass);
END
$$;

CREATE TABLE text_point (
  tenant_id   int4 NOT NULL,
  variable_id int4 NOT NULL,
  ts          timestamptz NOT NULL,
  value       text NOT NULL,
  quality     int2 NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, variable_id, ts)
);

-- `zone` is the zone that the roll-ups of the variable are cut in. The writer locks this row first, so a
-- change of zone (which rebuilds the roll-ups) and a write to the same variable never overlap.
CREATE TABLE latest (
  tenant_id   int4 NOT NULL,
  variable_id int4 NOT NULL,
  ts          timestamptz NOT NULL,
  value       float8,
  text        text,
  received_at timestamptz NOT NULL,
  zone        text NOT NULL,
  PRIMARY KEY (tenant_id, variable_id)
) WITH (fillfactor = 60);

-- A roll-up row sums up its bucket alone. `increase` is the reset-aware growth between the bucket's own
-- points; the step from the bucket before is added when buckets are read in order, so a late point
-- changes its own bucket and no other.
CREATE TABLE rollup_hour (
  tenant_id   int4 NOT NULL,
  variable_id int4 NOT NULL,
  bucket      timestamptz NOT NULL,
  n           int4 NOT NULL,
  sum         float8 NOT NULL,
  min         float8 NOT NULL,
  max         float8 NOT NULL,
  first       float8 NOT NULL,
  first_ts    timestamptz NOT NULL,
  last        float8 NOT NULL,
  last_ts     timestamptz NOT NULL,
  increase    float8 NOT NULL,
  PRIMARY KEY (tenant_id, variable_id, bucket)
) WITH (fillfactor = 80);

CREATE TABLE rollup_day (LIKE rollup_hour INCLUDING ALL) WITH (fillfactor = 80);

-- A counter that falls was reset: it counts from zero again.
CREATE FUNCTION counter_step(previous float8, current float8) RETURNS float8 LANGUAGE sql IMMUTABLE
RETURN CASE
  WHEN previous IS NULL THEN 0
  WHEN current >= previous THEN current - previous
  ELSE greatest(current, 0)
END;

CREATE TABLE import_job (
  id          int8 GENERATED ALWAYS AS IDENTITY,
  tenant_id   int4 NOT NULL,
  station_sn  text NOT NULL,
  file_name   text NOT NULL,
  dry_run     boolean NOT NULL,
  status      text NOT NULL CHECK (status IN ('running', 'done', 'failed', 'cancelled')),
  message     text,
  bytes_total int8 NOT NULL,
  bytes_read  int8 NOT NULL DEFAULT 0,
  lines       int8 NOT NULL DEFAULT 0,
  points      int8 NOT NULL DEFAULT 0,
  rejected    int8 NOT NULL DEFAULT 0,
  created_by  int8 NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  -- Written while the job runs; a running job whose heart has stopped was interrupted.
  heart_at    timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);

CREATE TABLE import_rejected (
  tenant_id int4 NOT NULL,
  job_id    int8 NOT NULL,
  no        int8 NOT NULL,
  line      int8 NOT NULL,
  column_name text NOT NULL,
  reason    text NOT NULL,
  raw       text NOT NULL,
  PRIMARY KEY (tenant_id, job_id, no),
  FOREIGN KEY (tenant_id, job_id) REFERENCES import_job (tenant_id, id) ON DELETE CASCADE
);

SELECT enable_tenant_rls('points');
SELECT enable_tenant_rls('text_point');
SELECT enable_tenant_rls('latest');
SELECT enable_tenant_rls('rollup_hour');
SELECT enable_tenant_rls('rollup_day');
SELECT enable_tenant_rls('import_job');
SELECT enable_tenant_rls('import_rejected');

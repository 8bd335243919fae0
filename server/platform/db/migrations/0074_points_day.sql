-- Raw numbers of days that are over, in one row a variable and day (UTC): arrays instead of rows, a tenth of the size.
-- A point stands in a slot. Its time is start + slot * step + what it is apart from there, in milliseconds of the day;
-- its value is (base + number) / scale, or the number itself without a scale that loses nothing. A slot without a
-- number is no point. Of the arrays for a thing only the narrowest that loses nothing is there; no array stands for zeros.
CREATE TABLE points_day (
  tenant_id   int4 NOT NULL,
  variable_id int4 NOT NULL,
  day         date NOT NULL,
  n           int4 NOT NULL,
  slots       int4 NOT NULL,
  start       int4 NOT NULL,
  step        int4 NOT NULL,
  base        float8 NOT NULL,
  scale       float8 NOT NULL,
  apart2      int2[],
  apart4      int4[],
  value2      int2[],
  value4      int4[],
  value8      float8[],
  quality     int2[],
  PRIMARY KEY (tenant_id, variable_id, day)
) PARTITION BY RANGE (day);

SELECT enable_tenant_rls('points_day');
REVOKE INSERT, UPDATE, DELETE ON points_day FROM wattdeck_app;

-- One partition a month, made before the first day of that month is sealed.
CREATE FUNCTION points_day_partition(month date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  child text := 'points_day_' || to_char(month, 'YYYYMM');
  lower date := date_trunc('month', month::timestamp);
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('points_partition'));
  IF to_regclass(child) IS NOT NULL THEN
    RETURN;
  END IF;
  EXECUTE format('CREATE TABLE %I (LIKE points_day INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES)', child);
  EXECUTE format('ALTER TABLE points_day ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', child, lower,
    (lower + interval '1 month')::date);
  PERFORM enable_tenant_rls(child::regclass);
  EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON %I FROM wattdeck_app', child);
END
$$;

-- From rows and sealed days. A late point of a sealed day lies among the rows until the day is sealed again, and counts
-- instead of a sealed one of the same time. OFFSET 0 has the day's own columns found once a day instead of once a point.
CREATE OR REPLACE FUNCTION points_between(tenant int4, variable int4, lower timestamptz, upper timestamptz)
RETURNS TABLE (ts timestamptz, value float8, quality int2)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT p.ts, p.value, p.quality FROM points AS p
   WHERE p.tenant_id = tenant AND p.variable_id = variable AND p.ts >= lower AND p.ts < upper
  UNION ALL
  SELECT CASE WHEN s.apart IS NULL THEN s.slot ELSE s.slot + s.apart * interval '1 millisecond' END,
    (s.base + s.number) / s.scale, coalesce(s.mark, 0::int2)
    FROM (
      SELECT d.whole, d.late, d.base, d.scale,
        generate_series(d.since, d.since + (d.slots - 1) * d.pace, d.pace) AS slot,
        unnest(coalesce(d.apart4, d.apart2::int4[])) AS apart,
        unnest(coalesce(d.value8, d.value4::float8[], d.value2::float8[])) AS number,
        unnest(d.quality) AS mark
      FROM (
        SELECT r.*, r.step * interval '1 millisecond' AS pace,
          r.day::timestamp AT TIME ZONE 'UTC' + r.start * interval '1 millisecond' AS since,
          r.day::timestamp AT TIME ZONE 'UTC' >= lower AND (r.day + 1)::timestamp AT TIME ZONE 'UTC' <= upper AS whole,
          EXISTS (
            SELECT FROM points AS p WHERE p.tenant_id = r.tenant_id AND p.variable_id = r.variable_id
             AND p.ts >= r.day::timestamp AT TIME ZONE 'UTC'
             AND p.ts < (r.day + 1)::timestamp AT TIME ZONE 'UTC') AS late
        FROM points_day AS r
        WHERE r.tenant_id = tenant AND r.variable_id = variable
          AND r.day >= (lower AT TIME ZONE 'UTC')::date AND r.day <= (upper AT TIME ZONE 'UTC')::date
        OFFSET 0
      ) AS d
    ) AS s
   WHERE s.number IS NOT NULL
     AND (s.whole
       OR CASE WHEN s.apart IS NULL THEN s.slot ELSE s.slot + s.apart * interval '1 millisecond' END >= lower
         AND CASE WHEN s.apart IS NULL THEN s.slot ELSE s.slot + s.apart * interval '1 millisecond' END < upper)
     AND NOT (s.late AND EXISTS (
       SELECT FROM points AS p WHERE p.tenant_id = tenant AND p.variable_id = variable
        AND p.ts = CASE WHEN s.apart IS NULL THEN s.slot ELSE s.slot + s.apart * interval '1 millisecond' END))
$$;

-- Moves the rows of a variable and day into its sealed day, together with what was sealed before; answers how many.
-- Who reads at that moment sees each point once. The row in `latest` keeps writers of this variable waiting so long.
CREATE FUNCTION points_seal(tenant int4, variable int4, sealed date) RETURNS int4 LANGUAGE plpgsql AS $$
DECLARE
  midnight timestamptz := sealed::timestamp AT TIME ZONE 'UTC';
  times    int4[];
  numbers  float8[];
  marks    int2[];
  moved    int4;
  total    int4;
  first    int4;
  step     int4;
  slots    int4;
  apart    int4;
  ordered  boolean;
  scale    float8;
  base     float8 := 0;
  low      float8;
  high     float8;
  far      float8;
  width    int4;
BEGIN
  PERFORM FROM latest AS l WHERE l.tenant_id = tenant AND l.variable_id = variable FOR UPDATE;
  -- Both parts see the same moment, in which the rows are still there.
  WITH gone AS (
    DELETE FROM points AS p WHERE p.tenant_id = tenant AND p.variable_id = variable
      AND p.ts >= midnight AND p.ts < midnight + interval '24 hours'
    RETURNING 1
  )
  SELECT array_agg(f.at), array_agg(f.value), array_agg(f.quality), count(*), (SELECT count(*) FROM gone)
    INTO times, numbers, marks, total, moved
    FROM (
      SELECT round(date_part('epoch', b.ts - midnight) * 1000)::int4 AS at, b.value, b.quality
        FROM points_between(tenant, variable, midnight, midnight + interval '24 hours') AS b ORDER BY b.ts
    ) AS f;
  IF moved = 0 THEN
    RETURN 0;
  END IF;
  first := times[1];
  IF 0 = ALL (marks) THEN
    marks := NULL;
  END IF;

  -- Slots are the usual step apart. Where two points would share one, or most were empty, they follow each other.
  SELECT coalesce(percentile_disc(0.5) WITHIN GROUP (ORDER BY d), 1) INTO step
    FROM (SELECT t - lag(t) OVER () AS d FROM unnest(times) AS t) AS s WHERE d > 0;
  SELECT max(slot) + 1, max(abs(rest)), bool_and(slot > previous) INTO slots, apart, ordered
    FROM (
      SELECT slot, t - first - slot * step AS rest, lag(slot, 1, -1) OVER () AS previous
        FROM (SELECT t, round((t - first)::float8 / step)::int4 AS slot FROM unnest(times) AS t) AS a
    ) AS s;
  IF NOT ordered OR slots > 4 * total THEN
    step := 1;
    slots := total;
    apart := times[total] - first;
  ELSIF slots > total THEN
    SELECT array_agg(u.t ORDER BY slot), array_agg(u.v ORDER BY slot),
      CASE WHEN marks IS NOT NULL THEN array_agg(u.q ORDER BY slot) END
      INTO times, numbers, marks
      FROM generate_series(0, slots - 1) AS slot
      LEFT JOIN unnest(times, numbers, marks) AS u(t, v, q) ON round((u.t - first)::float8 / step)::int4 = slot;
  END IF;

  -- Readings with few decimals are whole numbers of their last digit, mostly close together.
  SELECT min(v), max(v), max(abs(v)) INTO low, high, far FROM unnest(numbers) AS v;
  IF far < 1e12 THEN
    SELECT CASE WHEN bool_and(v = round(v)) THEN 1 WHEN bool_and(v = round(v * 10) / 10) THEN 10
        WHEN bool_and(v = round(v * 100) / 100) THEN 100 WHEN bool_and(v = round(v * 1000) / 1000) THEN 1000 END
      INTO scale FROM unnest(numbers) AS v;
  END IF;
  IF scale IS NULL THEN
    width := 8;
    scale := 1;
  ELSIF (high - low) * scale <= 65000 THEN
    width := 2;
    base := round((low + high) / 2 * scale);
  ELSIF far * scale < 2e9 THEN
    width := 4;
  ELSE
    width := 8;
    scale := 1;
  END IF;

  INSERT INTO points_day VALUES (tenant, variable, sealed, total, slots, first, step, base, scale,
    CASE WHEN apart BETWEEN 1 AND 32767 THEN
      ARRAY(SELECT (t - first - (i - 1) * step)::int2 FROM unnest(times) WITH ORDINALITY AS u(t, i)) END,
    CASE WHEN apart > 32767 THEN
      ARRAY(SELECT (t - first - (i - 1) * step)::int4 FROM unnest(times) WITH ORDINALITY AS u(t, i)) END,
    CASE WHEN width = 2 THEN ARRAY(SELECT (round(v * scale) - base)::int2 FROM unnest(numbers) AS v) END,
    CASE WHEN width = 4 THEN ARRAY(SELECT round(v * scale)::int4 FROM unnest(numbers) AS v) END,
    CASE WHEN width = 8 THEN numbers END, marks)
  ON CONFLICT (tenant_id, variable_id, day) DO UPDATE SET n = excluded.n, slots = excluded.slots,
    start = excluded.start, step = excluded.step, base = excluded.base, scale = excluded.scale,
    apart2 = excluded.apart2, apart4 = excluded.apart4, value2 = excluded.value2, value4 = excluded.value4,
    value8 = excluded.value8, quality = excluded.quality;
  RETURN moved;
END
$$;

-- The partitions of `parent` that hold nothing and ended before the time.
CREATE FUNCTION partitions_empty(parent regclass, before timestamptz) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
  child regclass;
  used  boolean;
BEGIN
  FOR child IN
    SELECT c.oid FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid
     WHERE i.inhparent = parent
       AND (to_date(right(c.relname, 6), 'YYYYMM') + interval '1 month')::timestamp AT TIME ZONE 'UTC' <= before
     ORDER BY c.relname
  LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %s)', child) INTO used;
    IF NOT used THEN
      RETURN NEXT child::text;
    END IF;
  END LOOP;
END
$$;

-- Drops an empty partition; false when somebody filled it meanwhile, or uses the table now: it waits for nobody.
CREATE FUNCTION partition_drop(parent regclass, child regclass) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  used boolean;
BEGIN
  EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE NOWAIT', parent);
  EXECUTE format('SELECT EXISTS (SELECT FROM %s)', child) INTO used;
  IF used THEN
    RETURN false;
  END IF;
  EXECUTE format('DROP TABLE %s', child);
  RETURN true;
EXCEPTION WHEN lock_not_available THEN
  RETURN false;
END
$$;

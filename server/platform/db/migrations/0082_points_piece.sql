-- A variable with many points a day is packed piece by piece while its day goes on: several rows a day, none of which
-- reaches into another. When the day is sealed they become one.

-- Milliseconds of the day of the last point.
ALTER TABLE points_day ADD COLUMN stop int4;
UPDATE points_day SET stop = 86399999;
ALTER TABLE points_day ALTER COLUMN stop SET NOT NULL;
ALTER TABLE points_day DROP CONSTRAINT points_day_pkey;
ALTER TABLE points_day ADD PRIMARY KEY (tenant_id, variable_id, day, start);

-- From rows and packed ones. A late point of a packed row lies among the rows until the day is sealed, and counts
-- instead of a packed one of the same time. OFFSET 0 has the row's own columns found once a row instead of once a point.
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
        SELECT r.*, r.step * interval '1 millisecond' AS pace, t.since,
          t.since >= lower AND t.until < upper AS whole,
          EXISTS (
            SELECT FROM points AS p WHERE p.tenant_id = r.tenant_id AND p.variable_id = r.variable_id
             AND p.ts >= t.since AND p.ts <= t.until) AS late
        FROM points_day AS r, LATERAL (
          SELECT r.day::timestamp AT TIME ZONE 'UTC' + r.start * interval '1 millisecond' AS since,
            r.day::timestamp AT TIME ZONE 'UTC' + r.stop * interval '1 millisecond' AS until
        ) AS t
        WHERE r.tenant_id = tenant AND r.variable_id = variable
          AND r.day >= (lower AT TIME ZONE 'UTC')::date AND r.day <= (upper AT TIME ZONE 'UTC')::date
          AND t.since < upper AND t.until >= lower
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

-- Moves the rows of a variable and day into a packed one; answers how many. A day that is sealed is packed as a whole,
-- together with what was packed before. With a time inside the day (`upto`) what came after its last packed row becomes the
-- next one, and what is late stays where it is.
-- Who reads at that moment sees each point once. The row in `latest` keeps writers of this variable waiting so long.
DROP FUNCTION points_seal(int4, int4, date);
CREATE FUNCTION points_seal(tenant int4, variable int4, sealed date, upto timestamptz DEFAULT 'infinity') RETURNS int4 LANGUAGE plpgsql AS $$
DECLARE
  midnight timestamptz := sealed::timestamp AT TIME ZONE 'UTC';
  lower    timestamptz := midnight;
  upper    timestamptz := least(midnight + interval '24 hours', upto);
  times    int4[];
  numbers  float8[];
  marks    int2[];
  moved    int4;
  total    int4;
  stop     int4;
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
  IF upper < midnight + interval '24 hours' THEN
    SELECT midnight + coalesce(max(d.stop) + 1, 0) * interval '1 millisecond' INTO lower FROM points_day AS d
     WHERE d.tenant_id = tenant AND d.variable_id = variable AND d.day = sealed;
  END IF;
  -- Both parts see the same moment, in which the rows are still there.
  WITH gone AS (
    DELETE FROM points AS p WHERE p.tenant_id = tenant AND p.variable_id = variable
      AND p.ts >= lower AND p.ts < upper
    RETURNING 1
  )
  SELECT array_agg(f.at), array_agg(f.value), array_agg(f.quality), count(*), (SELECT count(*) FROM gone)
    INTO times, numbers, marks, total, moved
    FROM (
      SELECT round(date_part('epoch', b.ts - midnight) * 1000)::int4 AS at, b.value, b.quality
        FROM points_between(tenant, variable, lower, upper) AS b ORDER BY b.ts
    ) AS f;
  IF moved = 0 THEN
    RETURN 0;
  END IF;
  first := times[1];
  stop := times[total];
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

  DELETE FROM points_day AS d WHERE d.tenant_id = tenant AND d.variable_id = variable AND d.day = sealed
    AND midnight + d.stop * interval '1 millisecond' >= lower;
  INSERT INTO points_day VALUES (tenant, variable, sealed, total, slots, first, step, base, scale,
    CASE WHEN apart BETWEEN 1 AND 32767 THEN
      ARRAY(SELECT (t - first - (i - 1) * step)::int2 FROM unnest(times) WITH ORDINALITY AS u(t, i)) END,
    CASE WHEN apart > 32767 THEN
      ARRAY(SELECT (t - first - (i - 1) * step)::int4 FROM unnest(times) WITH ORDINALITY AS u(t, i)) END,
    CASE WHEN width = 2 THEN ARRAY(SELECT (round(v * scale) - base)::int2 FROM unnest(numbers) AS v) END,
    CASE WHEN width = 4 THEN ARRAY(SELECT round(v * scale)::int4 FROM unnest(numbers) AS v) END,
    CASE WHEN width = 8 THEN numbers END, marks, stop);
  RETURN moved;
END
$$;

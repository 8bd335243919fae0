-- Roll-ups know where counters start again, and how long a value holds.

-- How the roll-ups of a variable are cut: the zone, and what else of its settings is in them.
ALTER TABLE latest RENAME COLUMN zone TO cut;

-- Value × seconds and seconds between the bucket's own points, where the average goes by time; `hold` is how many
-- seconds a value holds at most. Null where the average goes by samples. The steps between buckets are added when
-- buckets are read in order, as with `increase`.
ALTER TABLE rollup_hour
  ADD COLUMN integral float8, ADD COLUMN held float8, ADD COLUMN hold float8, ADD COLUMN roll_over float8;
ALTER TABLE rollup_day
  ADD COLUMN integral float8, ADD COLUMN held float8, ADD COLUMN hold float8, ADD COLUMN roll_over float8;

-- A counter that falls was reset and counts from zero again. One that starts again at `roll_over` and falls by more
-- than half of that went round instead: a smaller fall is a reset all the same.
DROP FUNCTION counter_step(float8, float8);
CREATE FUNCTION counter_step(previous float8, current float8, roll_over float8) RETURNS float8
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN previous IS NULL THEN 0
  WHEN current >= previous THEN current - previous
  WHEN previous <= roll_over AND previous - current > roll_over / 2 THEN roll_over - previous + greatest(current, 0)
  ELSE greatest(current, 0)
END;

-- Seconds for which the value of a moment holds until the next one.
CREATE FUNCTION hold_step(previous timestamptz, next timestamptz, hold float8) RETURNS float8
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN hold IS NULL THEN NULL
  WHEN previous IS NULL THEN 0
  ELSE least(extract(epoch FROM next - previous)::float8, hold)
END;

/** The statements of the store. Each takes its rows as arrays, one array a column. */

/** Locks each variable's row, keeps the newest value, and answers whose roll-ups are cut in another way. */
export const LATEST = `
WITH u AS (SELECT * FROM unnest($1::int4[], $2::int4[], $3::timestamptz[], $4::float8[], $5::text[], $6::text[],
    $7::int2[]) AS u(t, v, ts, number, text, cut, is_number)),
  written AS (
    INSERT INTO latest AS l (tenant_id, variable_id, ts, value, text, received_at, cut)
    SELECT t, v, ts, CASE WHEN is_number = 1 THEN number END, text, now(), cut FROM u
    ON CONFLICT (tenant_id, variable_id) DO UPDATE SET
      ts = greatest(l.ts, excluded.ts),
      value = CASE WHEN excluded.ts >= l.ts THEN excluded.value ELSE l.value END,
      text = CASE WHEN excluded.ts >= l.ts THEN excluded.text ELSE l.text END,
      received_at = excluded.received_at
    RETURNING tenant_id, variable_id, cut)
SELECT * FROM written EXCEPT SELECT t, v, cut FROM u`;

export const POINTS = `
INSERT INTO points AS p (tenant_id, variable_id, ts, value, quality)
SELECT * FROM unnest($1::int4[], $2::int4[], $3::timestamptz[], $4::float8[], $5::int2[])
ON CONFLICT (tenant_id, variable_id, ts) DO UPDATE SET value = excluded.value, quality = excluded.quality
WHERE (p.value, p.quality) IS DISTINCT FROM (excluded.value, excluded.quality)`;

export const TEXTS = `
INSERT INTO text_point AS p (tenant_id, variable_id, ts, value, quality)
SELECT * FROM unnest($1::int4[], $2::int4[], $3::timestamptz[], $4::text[], $5::int2[])
ON CONFLICT (tenant_id, variable_id, ts) DO UPDATE SET value = excluded.value, quality = excluded.quality
WHERE (p.value, p.quality) IS DISTINCT FROM (excluded.value, excluded.quality)`;

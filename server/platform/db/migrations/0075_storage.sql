-- What the storage job did, and what is stored.

-- Raw points of this variable before this time were deleted on purpose: roll-ups from before outlive them.
ALTER TABLE latest ADD COLUMN raw_from timestamptz;

-- Which class the raw points of variables without one of their own have.
ALTER TABLE tenant ADD COLUMN point_retention text NOT NULL DEFAULT 'forever'
  CHECK (point_retention IN ('raw30d', 'raw1y', 'raw3y', 'forever'));

-- One line a run, of all tenants together; whoever wants one now adds a line, which the job then works off.
CREATE TABLE storage_run (
  id                 int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  asked_at           timestamptz NOT NULL DEFAULT now(),
  asked_by           int8,
  started_at         timestamptz,
  finished_at        timestamptz,
  sealed_days        int8 NOT NULL DEFAULT 0,
  sealed_points      int8 NOT NULL DEFAULT 0,
  deleted_points     int8 NOT NULL DEFAULT 0,
  dropped_partitions int4 NOT NULL DEFAULT 0,
  failed             boolean NOT NULL DEFAULT false
);

-- What a tenant had stored when the job last counted. `bytes` are its share of what the tables take on disk.
CREATE TABLE storage_share (
  tenant_id int4 NOT NULL,
  kind      text NOT NULL CHECK (kind IN ('raw', 'sealed', 'text', 'rollup', 'audit', 'file')),
  month     date NOT NULL,
  retention text NOT NULL,
  n         int8 NOT NULL,
  points    int8 NOT NULL,
  bytes     int8 NOT NULL,
  PRIMARY KEY (tenant_id, kind, month, retention)
);
SELECT enable_tenant_rls('storage_share');
REVOKE INSERT, UPDATE, DELETE ON storage_share FROM wattdeck_app;

-- How much there was at the end of each day on which the job ran, for its growth.
CREATE TABLE storage_size (
  tenant_id int4 NOT NULL,
  day       date NOT NULL,
  bytes     int8 NOT NULL,
  points    int8 NOT NULL,
  counted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, day)
);
SELECT enable_tenant_rls('storage_size');
REVOKE INSERT, UPDATE, DELETE ON storage_size FROM wattdeck_app;

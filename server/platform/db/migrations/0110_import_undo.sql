-- Imports say how many cells were empty, and can be taken back: what each of them wrote is kept for a while, with what was
-- there before.
ALTER TABLE import_job
  ADD COLUMN empty int8 NOT NULL DEFAULT 0,
  -- Of an import that was undone: values that are gone, that are again what they were, and that others wrote since.
  ADD COLUMN removed int8 NOT NULL DEFAULT 0,
  ADD COLUMN restored int8 NOT NULL DEFAULT 0,
  ADD COLUMN kept int8 NOT NULL DEFAULT 0;
ALTER TABLE import_job DROP CONSTRAINT import_job_status_check;
ALTER TABLE import_job ADD CONSTRAINT import_job_status_check
  CHECK (status IN ('running', 'done', 'failed', 'cancelled', 'undoing', 'undone'));

-- A row is a batch of one variable, its arrays go together: either numbers or texts. A quality of -1 before: there was no
-- point. No arrays of before: there was none at all.
CREATE TABLE import_written (
  tenant_id      int4 NOT NULL,
  job_id         int8 NOT NULL,
  id             int8 GENERATED ALWAYS AS IDENTITY,
  variable_id    int4 NOT NULL,
  times          timestamptz[] NOT NULL,
  numbers        float8[],
  texts          text[],
  before_numbers float8[],
  before_texts   text[],
  before_quality int2[],
  PRIMARY KEY (tenant_id, job_id, id),
  FOREIGN KEY (tenant_id, job_id) REFERENCES import_job (tenant_id, id) ON DELETE CASCADE
);
SELECT enable_tenant_rls('import_written');

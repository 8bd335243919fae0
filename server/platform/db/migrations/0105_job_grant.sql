-- The rights with which a job makes its file: whoever takes it must still hold them. Null: it needs none.
alter table job add column "grant" jsonb;

-- The API key that began a job, as the session that it was; null: a person did. A key sees its own jobs alone.
alter table job add column api_key text;

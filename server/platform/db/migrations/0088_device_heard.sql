-- When gateways were last heard, whatever they said: what they send are values of others. Written now and then.
CREATE TABLE device_heard (
  tenant_id int4 NOT NULL,
  device_id int8 NOT NULL,
  heard_at  timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, device_id)
) WITH (fillfactor = 60);
SELECT enable_tenant_rls('device_heard');

-- A device may lie in a drawer for months before it sends again, so names are kept for 400 days (some 250 bytes each), and
-- the records that were answered for a day: after it the id and the version are left, by which the device goes on.
alter table request_key add column whole boolean not null default true;
create index request_key_whole on request_key (created_at) where whole;

-- A time limit of an approval may count the hours in which people work; the next reminder is worked out when one is sent.
alter table approval_step add column working boolean not null default false;
alter table approval_step rename column reminded_at to remind_at;
update approval_step set remind_at = remind_at + hours * interval '1 hour' where remind_at is not null;
-- Fields of the record that whoever agrees fills in.
alter table approval_step add column asks jsonb not null default '[]';

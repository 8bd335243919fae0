-- So many of the people of a step are enough, and whoever has agreed to the request before is not asked again.
alter table approval_step add column at_least int4;
alter table approval_step add column once boolean not null default false;
alter table approval_step drop constraint approval_step_mode_check;
alter table approval_step add constraint approval_step_mode_check check (mode in ('all', 'any', 'some', 'sequence'));
alter table approval_step add constraint approval_step_at_least_check check ((mode = 'some') = (at_least is not null));

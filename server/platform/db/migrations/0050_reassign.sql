-- A step may change its people after the submission: an administrator names somebody else, or who is asked has left.

alter table approval_assignee drop constraint approval_assignee_decision_check;
alter table approval_assignee add constraint approval_assignee_decision_check
  check (decision in ('agreed', 'rejected', 'delegated', 'absent'));

-- Whose place somebody takes.
alter table approval_action add column from_user_id bigint;

-- Notices are forgotten after a while.
create index notice_time on notice (created_at);

-- Up to which time of the data everything is judged and stored: whoever goes on begins there. Null: since it began.
alter table alarm_course add column seen timestamptz;

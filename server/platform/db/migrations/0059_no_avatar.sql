-- People are drawn with the first letter of their name.
alter table user_account drop column avatar;

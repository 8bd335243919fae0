-- What tokens are signed with is derived from a file of the data folder: a copy of the database opens no session.
drop table secret;

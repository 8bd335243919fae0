-- The tokens of devices stand sealed, as other secrets do, and are found by their hash. The server has the key and seals
-- what is there in clear when it starts.
alter table device add column token_hash text;
update device set token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex');
drop index device_token;
-- A token alone says which device of which tenant is talking.
create unique index device_token_hash on device (token_hash);
update recycle_bin
   set record = record || jsonb_build_object(
     'token_hash', encode(sha256(convert_to(record ->> 'token', 'UTF8')), 'hex'))
 where entity = 'device';
update recycle_row
   set record = record || jsonb_build_object(
     'token_hash', encode(sha256(convert_to(record ->> 'token', 'UTF8')), 'hex'))
 where entity = 'device';

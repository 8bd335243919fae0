-- What sign-in needs beside accounts and sessions. No tenant is known yet at that point, so these tables have
-- none, and wattdeck_app has no right on them.

-- Attempts within a window: how many, and when the window ends. The key is hashed: people type passwords into
-- the wrong field.
create table login_throttle (
  scope text not null,
  key text not null,
  count int not null,
  until timestamptz not null,
  primary key (scope, key)
);
create index login_throttle_until on login_throttle (until);

create table captcha (
  id uuid primary key,
  answer_hash text not null,
  expires_at timestamptz not null
);
create index captcha_expires on captcha (expires_at);

-- A captcha is work for the machine that asks, no picture any more: whoever signs in after failed attempts finds a text
-- whose scrypt hash begins with so many zero bits. Nothing about the answer needs to be kept.
truncate captcha;
alter table captcha drop column answer_hash;
alter table captcha add column cost int4 not null, add column bits int4 not null;

-- The owner of a customer is shown by the user's own name: a copy of it would go stale when the customer is handed over.
alter table if exists customer drop column if exists owner_name;

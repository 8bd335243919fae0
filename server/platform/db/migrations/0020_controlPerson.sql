-- The newest command of a person to a variable, however many strategies sent since.
create index control_command_person on control_command (tenant_id, variable_sn, id desc) where requested_by is not null;

-- The newest command of a variable, however many there were for others since.
create index control_command_variable on control_command (tenant_id, variable_sn, id desc);

-- Roll-ups hold the points of their variable before this time, and no others; what came since is its tail, which is
-- rolled up in one go: when it has become long, and before anybody reads it.
ALTER TABLE latest ADD COLUMN rolled_to timestamptz;
UPDATE latest SET rolled_to = ts + interval '1 millisecond';
ALTER TABLE latest ALTER COLUMN rolled_to SET NOT NULL;

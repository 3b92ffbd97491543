-- Counters of limits are worth no write to disk of their own: after a crash they begin anew.
ALTER TABLE "core_limits" SET UNLOGGED;

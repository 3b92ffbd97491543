UPDATE "core_tool_runs" SET "naming" = jsonb_build_object('pattern', r."name_pattern", 'timeZone', r."time_zone")
FROM "mixing_runs" r WHERE r."id" = "core_tool_runs"."id" AND r."name_pattern" <> '{project}-{nnn}';--> statement-breakpoint
ALTER TABLE "mixing_runs" DROP COLUMN "name_pattern";--> statement-breakpoint
ALTER TABLE "mixing_runs" DROP COLUMN "time_zone";
INSERT INTO "core_tool_runs" ("id", "account_id", "tool", "name", "state", "settings", "inputs", "round", "replans", "planned_at", "error", "revision", "progress", "progress_at", "working_since", "working_from", "task_id", "ended_at", "created_at", "updated_at")
SELECT r."id", r."account_id", 'mixing.mix', coalesce(r."document" ->> 'name', ''),
	CASE r."state" WHEN 'rendering' THEN 'working' WHEN 'certifying' THEN 'finishing' ELSE r."state" END,
	jsonb_build_object('project', r."project_id"),
	coalesce((SELECT jsonb_agg(f."id") FROM "core_files" f WHERE f."account_id" = r."account_id" AND f."id"::text IN (
		SELECT m #>> '{}' FROM jsonb_path_query(r."document", '$.groups[*].materials[*].material') m
		UNION SELECT r."document" #>> '{music,material}')), '[]'),
	r."round", r."round", CASE WHEN r."plan" IS NULL THEN NULL ELSE r."updated_at" END,
	r."error", r."revision", r."progress", r."progress_at", r."working_since", r."working_from",
	(SELECT t."id" FROM "core_tasks" t WHERE t."account_id" = r."account_id" AND t."subject_id" = r."id"::text
		AND t."job" IN ('mixing.plan-run', 'mixing.certify-run') ORDER BY t."created_at" DESC LIMIT 1),
	r."ended_at", r."created_at", r."updated_at"
FROM "mixing_runs" r;--> statement-breakpoint
INSERT INTO "core_tool_items" ("id", "account_id", "run_id", "position", "round", "state", "name", "sources", "params", "cost", "files", "poster_id", "facts", "error", "task_id", "revision", "created_at")
SELECT o."id", o."account_id", o."run_id", o."position", r."round",
	CASE WHEN o."state" = 'given-up' AND r."state" <> 'cancelled' THEN 'replaced' ELSE o."state" END,
	o."name",
	coalesce((SELECT jsonb_agg(DISTINCT m) FROM jsonb_path_query(o."shots", '$[*].material') m), '[]'),
	jsonb_build_object('shots', o."shots", 'title', o."title"), o."weight",
	CASE WHEN o."file_id" IS NULL THEN '[]' ELSE jsonb_build_array(jsonb_build_object(
		'id', o."file_id", 'name', o."name" || '.mp4', 'type', 'video/mp4',
		'size', coalesce(o."facts" -> 'size', '0'), 'crc32', coalesce(o."facts" -> 'crc32', 'null'))) END,
	o."poster_id",
	o."facts"
		|| CASE WHEN o."like_id" IS NULL THEN '{}'::jsonb ELSE jsonb_build_object('likeId', o."like_id") END
		|| CASE WHEN o."counted" THEN '{"counted": true}'::jsonb ELSE '{}'::jsonb END,
	CASE WHEN o."state" = 'given-up' AND r."state" <> 'cancelled' THEN '{"code": "core:internal", "params": {}}'::jsonb ELSE o."error" END,
	o."task_id", o."revision", o."created_at"
FROM "mixing_outputs" o JOIN "mixing_runs" r ON r."id" = o."run_id";--> statement-breakpoint
UPDATE "core_file_holds" SET "holder" = 'tool-run ' || substr("holder", length('mixing.run ') + 1) WHERE "holder" LIKE 'mixing.run %';--> statement-breakpoint
UPDATE "core_tasks" SET "payload" = "payload" - 'outputId' || jsonb_build_object('itemId', "payload" -> 'outputId')
WHERE "job" = 'mixing.render-output' AND "payload" ? 'outputId';--> statement-breakpoint
DROP TABLE "mixing_outputs" CASCADE;--> statement-breakpoint
ALTER TABLE "mixing_runs" DROP COLUMN "state";--> statement-breakpoint
ALTER TABLE "mixing_runs" DROP COLUMN "round";--> statement-breakpoint
ALTER TABLE "mixing_runs" DROP COLUMN "remaining";--> statement-breakpoint
ALTER TABLE "mixing_runs" DROP COLUMN "error";--> statement-breakpoint
ALTER TABLE "mixing_runs" DROP COLUMN "revision";--> statement-breakpoint
ALTER TABLE "mixing_runs" DROP COLUMN "progress";--> statement-breakpoint
ALTER TABLE "mixing_runs" DROP COLUMN "progress_at";--> statement-breakpoint
ALTER TABLE "mixing_runs" DROP COLUMN "working_since";--> statement-breakpoint
ALTER TABLE "mixing_runs" DROP COLUMN "working_from";--> statement-breakpoint
ALTER TABLE "mixing_runs" DROP COLUMN "ended_at";--> statement-breakpoint
ALTER TABLE "mixing_runs" DROP COLUMN "updated_at";
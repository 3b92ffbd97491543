ALTER TABLE "core_plugin_versions" ADD COLUMN "owner" uuid;--> statement-breakpoint
ALTER TABLE "core_plugin_versions" ADD COLUMN "isolated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- A build that everybody had so far ends: the last installed version takes its place, and its developer pushes again.
UPDATE "core_plugins" SET "current" = (
  SELECT "id" FROM "core_plugin_versions"
  WHERE "plugin" = "core_plugins"."id" AND NOT "dev" AND NOT "rejected"
  ORDER BY "installed_at" DESC LIMIT 1
) WHERE "current" IN (SELECT "id" FROM "core_plugin_versions" WHERE "dev");--> statement-breakpoint
DELETE FROM "core_plugin_versions" WHERE "dev";

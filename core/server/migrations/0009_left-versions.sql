ALTER TABLE "core_plugin_versions" DROP CONSTRAINT "core_plugin_versions_one";--> statement-breakpoint
ALTER TABLE "core_plugin_versions" ADD COLUMN "rejection" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "core_plugin_versions_one" ON "core_plugin_versions" USING btree ("plugin","version") WHERE not dev;--> statement-breakpoint
CREATE INDEX "core_plugin_versions_plugin" ON "core_plugin_versions" USING btree ("plugin");
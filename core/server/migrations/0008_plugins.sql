CREATE TABLE "core_plugin_faults" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plugin" text NOT NULL,
	"version" text NOT NULL,
	"phase" text NOT NULL,
	"message" text NOT NULL,
	"account_id" uuid,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "core_plugin_files" (
	"version" uuid NOT NULL,
	"path" text NOT NULL,
	"integrity" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "core_plugin_files_version_path_pk" PRIMARY KEY("version","path")
);
--> statement-breakpoint
CREATE TABLE "core_plugin_grants" (
	"plugin" text NOT NULL,
	"key" text NOT NULL,
	"given" boolean NOT NULL,
	"uses" bigint DEFAULT 0 NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "core_plugin_grants_plugin_key_pk" PRIMARY KEY("plugin","key")
);
--> statement-breakpoint
CREATE TABLE "core_plugin_tiers" (
	"plugin" text NOT NULL,
	"level" text NOT NULL,
	"mode" text NOT NULL,
	CONSTRAINT "core_plugin_tiers_plugin_level_pk" PRIMARY KEY("plugin","level")
);
--> statement-breakpoint
CREATE TABLE "core_plugin_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plugin" text NOT NULL,
	"version" text NOT NULL,
	"dev" boolean NOT NULL,
	"build" text NOT NULL,
	"package" jsonb NOT NULL,
	"texts" jsonb NOT NULL,
	"source" text NOT NULL,
	"bytes" integer NOT NULL,
	"proven" boolean DEFAULT false NOT NULL,
	"rejected" boolean DEFAULT false NOT NULL,
	"installed_at" timestamp with time zone NOT NULL,
	"installed_by" text NOT NULL,
	CONSTRAINT "core_plugin_versions_one" UNIQUE("plugin","version","dev")
);
--> statement-breakpoint
CREATE TABLE "core_plugins" (
	"id" text PRIMARY KEY NOT NULL,
	"disabled" boolean DEFAULT false NOT NULL,
	"untrusted" boolean DEFAULT false NOT NULL,
	"current" uuid
);
--> statement-breakpoint
ALTER TABLE "core_plugin_faults" ADD CONSTRAINT "core_plugin_faults_plugin_core_plugins_id_fk" FOREIGN KEY ("plugin") REFERENCES "public"."core_plugins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "core_plugin_files" ADD CONSTRAINT "core_plugin_files_version_core_plugin_versions_id_fk" FOREIGN KEY ("version") REFERENCES "public"."core_plugin_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "core_plugin_grants" ADD CONSTRAINT "core_plugin_grants_plugin_core_plugins_id_fk" FOREIGN KEY ("plugin") REFERENCES "public"."core_plugins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "core_plugin_tiers" ADD CONSTRAINT "core_plugin_tiers_plugin_core_plugins_id_fk" FOREIGN KEY ("plugin") REFERENCES "public"."core_plugins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "core_plugin_versions" ADD CONSTRAINT "core_plugin_versions_plugin_core_plugins_id_fk" FOREIGN KEY ("plugin") REFERENCES "public"."core_plugins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "core_plugin_faults_newest" ON "core_plugin_faults" USING btree ("plugin","id");
CREATE TABLE "core_plugin_successes" (
	"version" uuid NOT NULL,
	"member" uuid NOT NULL,
	CONSTRAINT "core_plugin_successes_version_member_pk" PRIMARY KEY("version","member")
);
--> statement-breakpoint
ALTER TABLE "core_plugin_successes" ADD CONSTRAINT "core_plugin_successes_version_core_plugin_versions_id_fk" FOREIGN KEY ("version") REFERENCES "public"."core_plugin_versions"("id") ON DELETE cascade ON UPDATE no action;
CREATE TABLE "mixing_footage" (
	"account_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"key" text NOT NULL,
	"footage" text NOT NULL,
	CONSTRAINT "mixing_footage_project_id_key_pk" PRIMARY KEY("project_id","key")
);
--> statement-breakpoint
ALTER TABLE "mixing_footage" ADD CONSTRAINT "mixing_footage_project_id_mixing_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."mixing_projects"("id") ON DELETE no action ON UPDATE no action;
CREATE TABLE "publishing_wishes" (
	"run_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"target" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "publishing_wishes" ADD CONSTRAINT "publishing_wishes_run_id_core_tool_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."core_tool_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "publishing_wishes_account" ON "publishing_wishes" USING btree ("account_id");
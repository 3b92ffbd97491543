CREATE TABLE "publishing_copies" (
	"account_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "publishing_copies_account_id_file_id_channel_id_pk" PRIMARY KEY("account_id","file_id","channel_id")
);
--> statement-breakpoint
ALTER TABLE "publishing_copies" ADD CONSTRAINT "publishing_copies_channel_id_publishing_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."publishing_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publishing_copies" ADD CONSTRAINT "publishing_copies_run_id_core_tool_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."core_tool_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "publishing_copies_channel" ON "publishing_copies" USING btree ("channel_id");--> statement-breakpoint
CREATE INDEX "publishing_copies_run" ON "publishing_copies" USING btree ("run_id");
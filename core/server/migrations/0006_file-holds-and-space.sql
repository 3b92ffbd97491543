CREATE TABLE "core_file_holds" (
	"file_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"holder" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "core_file_holds_file_id_holder_pk" PRIMARY KEY("file_id","holder")
);
--> statement-breakpoint
ALTER TABLE "core_files" ADD COLUMN "counted" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "core_file_holds" ADD CONSTRAINT "core_file_holds_file_id_core_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."core_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "core_file_holds_holder" ON "core_file_holds" USING btree ("account_id","holder");--> statement-breakpoint
CREATE INDEX "core_files_space" ON "core_files" USING btree ("account_id","hash","size") WHERE "core_files"."counted";
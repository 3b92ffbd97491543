ALTER TABLE "core_accounts" ADD COLUMN "member_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "core_accounts" ADD COLUMN "parent_id" uuid;--> statement-breakpoint
ALTER TABLE "core_accounts" ADD CONSTRAINT "core_accounts_parent_id_core_accounts_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."core_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "core_accounts_parent_id_index" ON "core_accounts" USING btree ("parent_id");--> statement-breakpoint
UPDATE "core_accounts" SET "member_since" = "created_at" WHERE "role_code" IN (13, 14, 15, 0, 1, 4, 7, 8, 9);

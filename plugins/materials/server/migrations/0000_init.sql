CREATE TABLE "materials_folders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"order_key" text collate "C" NOT NULL,
	"parent_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone,
	"removal_id" uuid
);
--> statement-breakpoint
CREATE TABLE "materials_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"search" text NOT NULL,
	"order_key" text collate "C" NOT NULL,
	"folder_id" uuid,
	"hash" text NOT NULL,
	"size" bigint NOT NULL,
	"type" text NOT NULL,
	"seconds" double precision,
	"width" integer,
	"height" integer,
	"state" text NOT NULL,
	"error" jsonb,
	"split" text DEFAULT 'none' NOT NULL,
	"mix_count" integer DEFAULT 0 NOT NULL,
	"mixed_at" timestamp with time zone,
	"poster" jsonb,
	"sprite" jsonb,
	"peaks" text,
	"created_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone,
	"removal_id" uuid
);
--> statement-breakpoint
CREATE TABLE "materials_records" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"material_id" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"what" text NOT NULL,
	"detail" text,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "materials_folders" ADD CONSTRAINT "materials_folders_parent_id_materials_folders_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."materials_folders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "materials_items" ADD CONSTRAINT "materials_items_id_core_files_id_fk" FOREIGN KEY ("id") REFERENCES "public"."core_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "materials_items" ADD CONSTRAINT "materials_items_folder_id_materials_folders_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."materials_folders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "materials_folders_account" ON "materials_folders" USING btree ("account_id","order_key");--> statement-breakpoint
CREATE INDEX "materials_folders_parent" ON "materials_folders" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "materials_folders_removal" ON "materials_folders" USING btree ("account_id","removal_id") WHERE "materials_folders"."removal_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "materials_folders_name" ON "materials_folders" USING btree ("account_id",coalesce("parent_id", '00000000-0000-0000-0000-000000000000'::uuid),"name") WHERE "materials_folders"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "materials_items_hash" ON "materials_items" USING btree ("account_id","hash");--> statement-breakpoint
CREATE INDEX "materials_items_created" ON "materials_items" USING btree ("account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "materials_items_name" ON "materials_items" USING btree ("account_id","order_key","id");--> statement-breakpoint
CREATE INDEX "materials_items_seconds" ON "materials_items" USING btree ("account_id",coalesce("seconds", -1),"id");--> statement-breakpoint
CREATE INDEX "materials_items_size" ON "materials_items" USING btree ("account_id","size","id");--> statement-breakpoint
CREATE INDEX "materials_items_mix_count" ON "materials_items" USING btree ("account_id","mix_count","id");--> statement-breakpoint
CREATE INDEX "materials_items_mixed" ON "materials_items" USING btree ("account_id",coalesce("mixed_at", '-infinity'),"id");--> statement-breakpoint
CREATE INDEX "materials_items_folder" ON "materials_items" USING btree ("folder_id");--> statement-breakpoint
CREATE INDEX "materials_items_removal" ON "materials_items" USING btree ("account_id","removal_id") WHERE "materials_items"."removal_id" is not null;--> statement-breakpoint
CREATE INDEX "materials_items_deleted" ON "materials_items" USING btree ("deleted_at") WHERE "materials_items"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "materials_records_account" ON "materials_records" USING btree ("account_id","at","id");--> statement-breakpoint
CREATE INDEX "materials_records_material" ON "materials_records" USING btree ("material_id","at","id");--> statement-breakpoint
CREATE INDEX "materials_records_at" ON "materials_records" USING btree ("at");
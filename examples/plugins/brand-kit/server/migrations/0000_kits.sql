CREATE TABLE "brand_kit_kits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"color" text NOT NULL,
	"outline_color" text NOT NULL,
	"size" integer NOT NULL,
	"position" double precision NOT NULL,
	"watermark" text NOT NULL,
	"palette_task" uuid,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "brand_kit_kits_name" ON "brand_kit_kits" USING btree ("account_id","name");--> statement-breakpoint
CREATE INDEX "brand_kit_kits_task" ON "brand_kit_kits" USING btree ("palette_task");
CREATE TABLE "materials_footage" (
	"item_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"format" text NOT NULL,
	"footage" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "materials_footage" ADD CONSTRAINT "materials_footage_item_id_materials_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."materials_items"("id") ON DELETE cascade ON UPDATE no action;
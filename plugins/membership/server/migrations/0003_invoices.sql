CREATE TABLE "membership_invoices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"state" text NOT NULL,
	"title" text NOT NULL,
	"tax_number" text,
	"amount" bigint NOT NULL,
	"invoice_number" text,
	"file_id" uuid,
	"note" text,
	"requested_at" timestamp with time zone NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	CONSTRAINT "membership_invoices_issued" CHECK ("membership_invoices"."state" <> 'issued' or "membership_invoices"."invoice_number" is not null or "membership_invoices"."file_id" is not null)
);
--> statement-breakpoint
ALTER TABLE "membership_invoices" ADD CONSTRAINT "membership_invoices_account_id_core_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."core_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_invoices" ADD CONSTRAINT "membership_invoices_order_id_membership_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."membership_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_invoices" ADD CONSTRAINT "membership_invoices_file_id_core_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."core_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "membership_invoices_state" ON "membership_invoices" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "membership_invoices_order" ON "membership_invoices" USING btree ("order_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "membership_invoices_once" ON "membership_invoices" USING btree ("order_id") WHERE "membership_invoices"."state" <> 'declined';
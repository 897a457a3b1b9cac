// The exposed schema, as supabase-js takes it. Written by `npm run contract`.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  __InternalSupabase: { PostgrestVersion: '13' }
  public: {
    Tables: {
      bids: {
        Row: {
          amount: number
          contractor_id: string
          created_at: string
          id: string
          job_id: string
          status: string
          can_accept: boolean | null
          can_chat: boolean | null
          can_withdraw: boolean | null
        }
        Insert: {
          amount: number
          contractor_id: string
          created_at?: string
          id?: string
          job_id: string
          status?: string
        }
        Update: {
          amount?: number
          contractor_id?: string
          created_at?: string
          id?: string
          job_id?: string
          status?: string
        }
        Relationships: [
          {
            foreignKeyName: 'bids_contractor_id_fkey'
            columns: ['contractor_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'bids_job_id_fkey'
            columns: ['job_id']
            isOneToOne: false
            referencedRelation: 'jobs'
            referencedColumns: ['id']
          },
        ]
      }
      consultations: {
        Row: {
          consultant_id: string
          created_at: string
          duration_minutes: number
          ends_at: string
          facility_id: string
          fee: number
          id: string
          job_id: string | null
          scheduled_at: string
          status: string
          can_cancel: boolean | null
          can_review: boolean | null
          has_ended: boolean | null
          title: string | null
        }
        Insert: {
          consultant_id: string
          created_at?: string
          duration_minutes?: number
          ends_at?: string
          facility_id: string
          fee?: number
          id?: string
          job_id?: string | null
          scheduled_at: string
          status?: string
        }
        Update: {
          consultant_id?: string
          created_at?: string
          duration_minutes?: number
          ends_at?: string
          facility_id?: string
          fee?: number
          id?: string
          job_id?: string | null
          scheduled_at?: string
          status?: string
        }
        Relationships: [
          {
            foreignKeyName: 'consultations_consultant_id_fkey'
            columns: ['consultant_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'consultations_facility_id_fkey'
            columns: ['facility_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'consultations_job_id_fkey'
            columns: ['job_id']
            isOneToOne: false
            referencedRelation: 'jobs'
            referencedColumns: ['id']
          },
        ]
      }
      conversations: {
        Row: {
          consultation_id: string | null
          created_at: string
          facility_id: string
          id: string
          job_id: string | null
          last_content: string | null
          last_message_at: string | null
          last_sender_name: string | null
          partner_id: string
          seq: number
        }
        Insert: {
          consultation_id?: string | null
          created_at?: string
          facility_id?: string
          id?: string
          job_id?: string | null
          last_content?: string | null
          last_message_at?: string | null
          last_sender_name?: string | null
          partner_id?: string
          seq?: number
        }
        Update: {
          consultation_id?: string | null
          created_at?: string
          facility_id?: string
          id?: string
          job_id?: string | null
          last_content?: string | null
          last_message_at?: string | null
          last_sender_name?: string | null
          partner_id?: string
          seq?: number
        }
        Relationships: [
          {
            foreignKeyName: 'conversations_consultation_id_fkey'
            columns: ['consultation_id']
            isOneToOne: true
            referencedRelation: 'consultations'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'conversations_facility_id_fkey'
            columns: ['facility_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'conversations_job_id_fkey'
            columns: ['job_id']
            isOneToOne: false
            referencedRelation: 'jobs'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'conversations_partner_id_fkey'
            columns: ['partner_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      demo_requests: {
        Row: {
          company: string
          created_at: string
          email: string
          full_name: string
          handled: boolean
          id: string
          message: string
        }
        Insert: {
          company?: string
          created_at?: string
          email?: string
          full_name?: string
          handled?: boolean
          id?: string
          message?: string
        }
        Update: {
          company?: string
          created_at?: string
          email?: string
          full_name?: string
          handled?: boolean
          id?: string
          message?: string
        }
        Relationships: [
        ]
      }
      job_categories: {
        Row: {
          name: string
          position: number
        }
        Insert: {
          name?: string
          position?: number
        }
        Update: {
          name?: string
          position?: number
        }
        Relationships: [
        ]
      }
      job_photos: {
        Row: {
          created_at: string
          id: string
          job_id: string
          owner_id: string
          path: string
          position: number
        }
        Insert: {
          created_at?: string
          id?: string
          job_id: string
          owner_id?: string
          path: string
          position?: number
        }
        Update: {
          created_at?: string
          id?: string
          job_id?: string
          owner_id?: string
          path?: string
          position?: number
        }
        Relationships: [
          {
            foreignKeyName: 'job_photos_job_id_fkey'
            columns: ['job_id']
            isOneToOne: false
            referencedRelation: 'jobs'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'job_photos_owner_id_fkey'
            columns: ['owner_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      jobs: {
        Row: {
          awarded_at: string | null
          awarded_contractor_id: string | null
          budget: number
          category: string
          created_at: string
          description: string
          facility_id: string
          finished_at: string | null
          id: string
          is_biddable: boolean
          is_deleted: boolean
          location: string | null
          status: string
          title: string
          town: string
          bid_count: number | null
          can_bid: boolean | null
          can_delete: boolean | null
          can_edit: boolean | null
          can_finish: boolean | null
          can_release: boolean | null
        }
        Insert: {
          awarded_at?: string | null
          awarded_contractor_id?: string | null
          budget: number
          category?: string
          created_at?: string
          description: string
          facility_id: string
          finished_at?: string | null
          id?: string
          is_deleted?: boolean
          location?: string | null
          status?: string
          title: string
          town?: string
        }
        Update: {
          awarded_at?: string | null
          awarded_contractor_id?: string | null
          budget?: number
          category?: string
          created_at?: string
          description?: string
          facility_id?: string
          finished_at?: string | null
          id?: string
          is_deleted?: boolean
          location?: string | null
          status?: string
          title?: string
          town?: string
        }
        Relationships: [
          {
            foreignKeyName: 'jobs_awarded_contractor_id_fkey'
            columns: ['awarded_contractor_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'jobs_category_fkey'
            columns: ['category']
            isOneToOne: false
            referencedRelation: 'job_categories'
            referencedColumns: ['name']
          },
          {
            foreignKeyName: 'jobs_facility_id_fkey'
            columns: ['facility_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      messages: {
        Row: {
          client_id: string
          consultation_id: string | null
          content: string
          conversation_id: string
          created_at: string
          id: string
          job_id: string | null
          read: boolean
          recipient_id: string
          sender_id: string
          sender_name: string
          seq: number
        }
        Insert: {
          client_id?: string
          consultation_id?: string | null
          content: string
          conversation_id?: string
          created_at?: string
          id?: string
          job_id?: string | null
          read?: boolean
          recipient_id: string
          sender_id: string
          sender_name: string
          seq?: number
        }
        Update: {
          client_id?: string
          consultation_id?: string | null
          content?: string
          conversation_id?: string
          created_at?: string
          id?: string
          job_id?: string | null
          read?: boolean
          recipient_id?: string
          sender_id?: string
          sender_name?: string
          seq?: number
        }
        Relationships: [
          {
            foreignKeyName: 'messages_consultation_id_fkey'
            columns: ['consultation_id']
            isOneToOne: false
            referencedRelation: 'consultations'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'messages_conversation_id_fkey'
            columns: ['conversation_id']
            isOneToOne: false
            referencedRelation: 'conversations'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'messages_job_id_fkey'
            columns: ['job_id']
            isOneToOne: false
            referencedRelation: 'jobs'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'messages_recipient_id_fkey'
            columns: ['recipient_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'messages_sender_id_fkey'
            columns: ['sender_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      notice_kinds: {
        Row: {
          headline: string | null
          is_ahead: boolean
          mail_pause: string | null
          name: string
          path: string
          reason: string
          setting: string | null
          template: string
          title: string
        }
        Insert: {
          headline?: string | null
          is_ahead?: boolean
          mail_pause?: string | null
          name?: string
          path?: string
          reason?: string
          setting?: string | null
          template?: string
          title?: string
        }
        Update: {
          headline?: string | null
          is_ahead?: boolean
          mail_pause?: string | null
          name?: string
          path?: string
          reason?: string
          setting?: string | null
          template?: string
          title?: string
        }
        Relationships: [
        ]
      }
      notices: {
        Row: {
          amount: number | null
          consultation_id: string | null
          count: number
          created_at: string
          id: string
          job_id: string | null
          kind: string
          mail_at: string | null
          other_id: string | null
          read: boolean
          recipient_id: string
          source_id: string
        }
        Insert: {
          amount?: number | null
          consultation_id?: string | null
          count?: number
          created_at?: string
          id?: string
          job_id?: string | null
          kind?: string
          mail_at?: string | null
          other_id?: string | null
          read?: boolean
          recipient_id?: string
          source_id?: string
        }
        Update: {
          amount?: number | null
          consultation_id?: string | null
          count?: number
          created_at?: string
          id?: string
          job_id?: string | null
          kind?: string
          mail_at?: string | null
          other_id?: string | null
          read?: boolean
          recipient_id?: string
          source_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'notices_recipient_id_fkey'
            columns: ['recipient_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      notification_settings: {
        Row: {
          email: boolean
          job_updates: boolean
          messages: boolean
          payments: boolean
          sound: boolean
          user_id: string
        }
        Insert: {
          email?: boolean
          job_updates?: boolean
          messages?: boolean
          payments?: boolean
          sound?: boolean
          user_id: string
        }
        Update: {
          email?: boolean
          job_updates?: boolean
          messages?: boolean
          payments?: boolean
          sound?: boolean
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'notification_settings_user_id_fkey'
            columns: ['user_id']
            isOneToOne: true
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      payments: {
        Row: {
          amount: number
          consultation_id: string | null
          created_at: string
          id: string
          job_id: string | null
          paid_at: string | null
          payee_id: string
          payer_id: string
          reference: string | null
          refunded_at: string | null
          status: string
          status_at: string | null
          can_record: boolean | null
          can_refund: boolean | null
        }
        Insert: {
          amount?: number
          consultation_id?: string | null
          created_at?: string
          id?: string
          job_id?: string | null
          paid_at?: string | null
          payee_id?: string
          payer_id?: string
          reference?: string | null
          refunded_at?: string | null
          status?: string
        }
        Update: {
          amount?: number
          consultation_id?: string | null
          created_at?: string
          id?: string
          job_id?: string | null
          paid_at?: string | null
          payee_id?: string
          payer_id?: string
          reference?: string | null
          refunded_at?: string | null
          status?: string
        }
        Relationships: [
          {
            foreignKeyName: 'payments_consultation_id_fkey'
            columns: ['consultation_id']
            isOneToOne: true
            referencedRelation: 'consultations'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'payments_job_id_fkey'
            columns: ['job_id']
            isOneToOne: true
            referencedRelation: 'jobs'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'payments_payee_id_fkey'
            columns: ['payee_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'payments_payer_id_fkey'
            columns: ['payer_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      profiles: {
        Row: {
          bio: string | null
          certifications: string[]
          company_name: string | null
          consultation_fee: number | null
          created_at: string
          documents: Json
          full_name: string | null
          headline: string | null
          id: string
          is_filled: boolean
          is_hidden: boolean
          last_active_at: string | null
          location: string | null
          profile_picture: string | null
          resume_url: string | null
          role: string
          services: string[]
          time_zone: string
          username: string | null
          average_rating: number | null
          email: string | null
        }
        Insert: {
          bio?: string | null
          certifications?: string[]
          company_name?: string | null
          consultation_fee?: number | null
          created_at?: string
          documents?: Json
          full_name?: string | null
          headline?: string | null
          id?: string
          is_hidden?: boolean
          last_active_at?: string | null
          location?: string | null
          profile_picture?: string | null
          resume_url?: string | null
          role?: string
          services?: string[]
          time_zone?: string
          username?: string | null
        }
        Update: {
          bio?: string | null
          certifications?: string[]
          company_name?: string | null
          consultation_fee?: number | null
          created_at?: string
          documents?: Json
          full_name?: string | null
          headline?: string | null
          id?: string
          is_hidden?: boolean
          last_active_at?: string | null
          location?: string | null
          profile_picture?: string | null
          resume_url?: string | null
          role?: string
          services?: string[]
          time_zone?: string
          username?: string | null
        }
        Relationships: [
        ]
      }
      reviews: {
        Row: {
          comment: string | null
          consultant_id: string
          consultation_id: string
          counts_from: string | null
          created_at: string
          facility_id: string
          id: string
          rating: number
          reviewer_name: string | null
        }
        Insert: {
          comment?: string | null
          consultant_id: string
          consultation_id: string
          counts_from?: string | null
          created_at?: string
          facility_id: string
          id?: string
          rating: number
          reviewer_name?: string | null
        }
        Update: {
          comment?: string | null
          consultant_id?: string
          consultation_id?: string
          counts_from?: string | null
          created_at?: string
          facility_id?: string
          id?: string
          rating?: number
          reviewer_name?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'reviews_consultant_id_fkey'
            columns: ['consultant_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'reviews_consultation_id_fkey'
            columns: ['consultation_id']
            isOneToOne: true
            referencedRelation: 'consultations'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'reviews_facility_id_fkey'
            columns: ['facility_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
    }
    Views: {
      admin_audit_entries: {
        Row: {
          action: string | null
          actor_id: string | null
          actor_name: string | null
          at: string | null
          details: Json | null
          id: number | null
          other_name: string | null
          reason: string | null
          subject: string | null
          subject_name: string | null
        }
        Relationships: [
        ]
      }
      admin_dead_letters: {
        Row: {
          about: string | null
          address: string | null
          attempts: number | null
          created_at: string | null
          dead_at: string | null
          id: string | null
          kind: string | null
          last_error: string | null
          recipient_id: string | null
        }
        Relationships: [
        ]
      }
      admin_live_metrics: {
        Row: {
          open_jobs: number | null
          pending_bids: number | null
          today: string | null
        }
        Relationships: [
        ]
      }
      admin_newcomers: {
        Row: {
          banned_until: string | null
          created_at: string | null
          email: string | null
          full_name: string | null
          id: string | null
          phone: string | null
        }
        Relationships: [
        ]
      }
      admin_user_list: {
        Row: {
          banned_until: string | null
          company_name: string | null
          created_at: string | null
          email: string | null
          full_name: string | null
          id: string | null
          last_active_at: string | null
          role: string | null
          username: string | null
        }
        Relationships: [
        ]
      }
      dashboard_available_jobs: {
        Row: {
          bid_count: number | null
          budget: number | null
          can_bid: boolean | null
          category: string | null
          created_at: string | null
          description: string | null
          facility_id: string | null
          facility_name: string | null
          id: string | null
          location: string | null
          my_bid_status: string | null
          title: string | null
          town: string | null
        }
        Relationships: [
        ]
      }
      dashboard_consultant_summary: {
        Row: {
          amount_due: number | null
          amount_paid: number | null
          average_rating: number | null
          consultations: number | null
          earnings: number | null
          review_count: number | null
          today: string | null
          upcoming: number | null
        }
        Relationships: [
        ]
      }
      dashboard_contractor_summary: {
        Row: {
          amount_due: number | null
          amount_paid: number | null
          awarded_bids: number | null
          decided_win_rate: number | null
          finished_bids: number | null
          pending_bids: number | null
          rejected_bids: number | null
          total_bids: number | null
          win_rate: number | null
          withdrawn_bids: number | null
        }
        Relationships: [
        ]
      }
      dashboard_facility_job_bids: {
        Row: {
          amount: number | null
          bid_id: string | null
          bid_status: string | null
          contractor_id: string | null
          contractor_name: string | null
          created_at: string | null
          job_id: string | null
        }
        Relationships: [
        ]
      }
      dashboard_facility_summary: {
        Row: {
          active_contractors: number | null
          active_jobs: number | null
          booked_consultants: number | null
          total_bids: number | null
          total_jobs: number | null
        }
        Relationships: [
        ]
      }
      dashboard_inbox_preview: {
        Row: {
          consultation_id: string | null
          content: string | null
          counterpart_id: string | null
          counterpart_name: string | null
          counterpart_picture: string | null
          created_at: string | null
          id: string | null
          is_unanswered: boolean | null
          job_id: string | null
          sender_name: string | null
          thread_title: string | null
          thread_type: string | null
          unread_count: number | null
        }
        Relationships: [
        ]
      }
      dashboard_total_users_by_role: {
        Row: {
          role: string | null
          total: number | null
        }
        Relationships: [
        ]
      }
      dashboard_waiting: {
        Row: {
          amount: number | null
          consultation_id: string | null
          count: number | null
          id: string | null
          job_id: string | null
          kind: string | null
          other_id: string | null
          other_name: string | null
          since: string | null
          title: string | null
        }
        Relationships: [
        ]
      }
      dashboard_waiting_counts: {
        Row: {
          kind: string | null
          number: number | null
        }
        Relationships: [
        ]
      }
      my_notices: {
        Row: {
          actor_name: string | null
          actor_picture: string | null
          consultation_id: string | null
          count: number | null
          created_at: string | null
          group_title: string | null
          headline: string | null
          id: string | null
          job_id: string | null
          kind: string | null
          link: string | null
          read: boolean | null
          reason: string | null
          setting: string | null
          title: string | null
        }
        Relationships: [
        ]
      }
    }
    Functions: {
      accept_and_reject_bids: {
        Args: { selected_bid_id: string; job_id: string }
        Returns: Database['public']['Tables']['bids']['Row']
        SetofOptions: { from: '*'; to: 'bids'; isOneToOne: true; isSetofReturn: false }
      }
      admin_admit: {
        Args: { user_id: string; role: string; full_name: string; company_name: string; reason: string }
        Returns: undefined
      }
      admin_audit_log: {
        Args: Record<PropertyKey, never>
        Returns: { id: number; at: string; actor_id: string; action: string; subject: string; reason: string; details: Json }[]
      }
      admin_ban: {
        Args: { user_id: string; until?: string; reason?: string }
        Returns: undefined
      }
      admin_end_sessions: {
        Args: { user_id: string; reason: string }
        Returns: undefined
      }
      admin_find_jobs_without_bids: {
        Args: { descending?: boolean; skip?: number; size?: number; sorted_by?: string }
        Returns: { id: string; total: number; has_more: boolean }[]
      }
      admin_jobs_without_bids: {
        Args: Record<PropertyKey, never>
        Returns: Database['public']['Tables']['jobs']['Row'][]
        SetofOptions: { from: '*'; to: 'jobs'; isOneToOne: false; isSetofReturn: true }
      }
      admin_list_number: {
        Args: { list: string; part?: string }
        Returns: number
      }
      admin_release_award: {
        Args: { job_id: string; reason: string }
        Returns: undefined
      }
      admin_remove_mail: {
        Args: { mail_id: string }
        Returns: undefined
      }
      admin_remove_review: {
        Args: { review_id: string; reason: string }
        Returns: undefined
      }
      admin_search_audit: {
        Args: { query: string; action?: string; latest?: string; beyond?: number }
        Returns: Database['public']['Views']['admin_audit_entries']['Row'][]
        SetofOptions: { from: '*'; to: 'admin_audit_entries'; isOneToOne: false; isSetofReturn: true }
      }
      admin_search_bids: {
        Args: { query: string; status?: string; latest?: string; beyond?: string }
        Returns: Database['public']['Tables']['bids']['Row'][]
        SetofOptions: { from: '*'; to: 'bids'; isOneToOne: false; isSetofReturn: true }
      }
      admin_search_jobs: {
        Args: { query: string; state?: string; latest?: string; beyond?: string }
        Returns: Database['public']['Tables']['jobs']['Row'][]
        SetofOptions: { from: '*'; to: 'jobs'; isOneToOne: false; isSetofReturn: true }
      }
      admin_search_payments: {
        Args: { query: string; status?: string; latest?: string; beyond?: string }
        Returns: Database['public']['Tables']['payments']['Row'][]
        SetofOptions: { from: '*'; to: 'payments'; isOneToOne: false; isSetofReturn: true }
      }
      admin_search_users: {
        Args: { query: string; by_role?: boolean }
        Returns: Database['public']['Views']['admin_user_list']['Row'][]
        SetofOptions: { from: '*'; to: 'admin_user_list'; isOneToOne: false; isSetofReturn: true }
      }
      admin_send_again: {
        Args: { mail_id: string }
        Returns: undefined
      }
      admin_set_role: {
        Args: { user_id: string; role: string; reason: string }
        Returns: undefined
      }
      admin_user_activity: {
        Args: { user_id: string; latest?: string; beyond?: string; page_size?: number }
        Returns: { key: string; at: string; kind: string; title: string; job_id: string; amount: number; budget: number; rating: number; other_id: string; other_name: string }[]
      }
      admin_user_overview: {
        Args: { user_id: string }
        Returns: { id: string; role: string; username: string; full_name: string; company_name: string; location: string; profile_picture: string; email: string; phone: string; created_at: string; last_active_at: string; banned_until: string; session_count: number; second_factors: string[]; document_count: number; bid_count: number; bids_pending: number; bids_won: number; bids_decided: number; job_count: number; jobs_open: number; jobs_awarded: number; jobs_finished: number; consultation_count: number; consultations_upcoming: number; average_rating: number; review_count: number; payment_count: number; amount_of_year: number; amount_of_year_before: number; amount_due: number; monthly_counts: number[] }[]
      }
      admin_user_sessions: {
        Args: { user_id: string }
        Returns: { id: string; created_at: string; refreshed_at: string; has_second_factor: boolean }[]
      }
      asking_admin: {
        Args: Record<PropertyKey, never>
        Returns: string
      }
      available_job_towns: {
        Args: { query?: string; category?: string; budget_from?: number; budget_to?: number; within_miles?: number }
        Returns: { name: string; latitude: number; longitude: number; size: number; miles: number; jobs: number; job_id: string; budget: number; my_bid: number; snapshot: string }[]
      }
      confirm_review: {
        Args: { review_id: string }
        Returns: undefined
      }
      consultant_months: {
        Args: { start_date: string; end_date: string }
        Returns: { month: string; earnings: number; consultations: number; average_rating: number }[]
      }
      conversation_state: {
        Args: { job_id?: string; consultation_id?: string; contractor_id?: string }
        Returns: { conversation_id: string; counterpart: string; writable: boolean; banner: string }[]
      }
      conversation_with: {
        Args: { user_id: string }
        Returns: { conversation_id: string; job_id: string; consultation_id: string; contractor_id: string; writable: boolean }[]
      }
      end_my_session: {
        Args: { id: string }
        Returns: undefined
      }
      find_available_jobs: {
        Args: { query?: string; category?: string; budget_from?: number; budget_to?: number; by_budget?: boolean; descending?: boolean; skip?: number; size?: number; within_miles?: number; town?: string; by_distance?: boolean; by_relevance?: boolean }
        Returns: { id: string; total: number; has_more: boolean; snapshot: string }[]
      }
      get_consultation_analytics: {
        Args: { start_date: string; end_date: string }
        Returns: { date: string; count: number }[]
      }
      get_daily_analytics: {
        Args: { start_date: string; end_date: string }
        Returns: { date: string; posted_jobs: number; bids: number; consultations: number; users: number; revenue: number }[]
      }
      get_job_analytics: {
        Args: { start_date: string; end_date: string }
        Returns: { date: string; posted_jobs: number; bids: number }[]
      }
      get_job_categories: {
        Args: Record<PropertyKey, never>
        Returns: { category: string; count: number }[]
      }
      get_job_category_analytics: {
        Args: { start_date: string; end_date: string }
        Returns: { category: string; count: number }[]
      }
      get_revenue_analytics: {
        Args: { start_date: string; end_date: string }
        Returns: { date: string; amount: number }[]
      }
      get_user_growth: {
        Args: { start_date: string; end_date: string }
        Returns: { date: string; count: number }[]
      }
      mark_notices_read: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      my_dashboard: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      my_sessions: {
        Args: Record<PropertyKey, never>
        Returns: { id: string; created_at: string; refreshed_at: string; user_agent: string; ip: unknown; is_this: boolean }[]
      }
      my_unread: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      record_payment: {
        Args: { payment_id: string; reference: string }
        Returns: Database['public']['Tables']['payments']['Row']
        SetofOptions: { from: '*'; to: 'payments'; isOneToOne: true; isSetofReturn: false }
      }
      refund_payment: {
        Args: { payment_id: string }
        Returns: Database['public']['Tables']['payments']['Row']
        SetofOptions: { from: '*'; to: 'payments'; isOneToOne: true; isSetofReturn: false }
      }
      search_consultants: {
        Args: { query?: string; min_rating?: number }
        Returns: { id: string; username: string; full_name: string; company_name: string; headline: string; location: string; services: string[]; profile_picture: string; time_zone: string; consultation_fee: number; average_rating: number; review_count: number }[]
      }
      search_objects: {
        Args: { query: string }
        Returns: { kind: string; id: string; title: string; detail: string; state: string; picture: string; at: string }[]
      }
      send_test_notice: {
        Args: Record<PropertyKey, never>
        Returns: boolean
      }
      submit_demo_request: {
        Args: { full_name: string; email: string; company: string; message: string }
        Returns: string
      }
      unsubscribe: {
        Args: { token: string }
        Returns: undefined
      }
    }
    Enums: Record<never, never>
    CompositeTypes: Record<never, never>
  }
}

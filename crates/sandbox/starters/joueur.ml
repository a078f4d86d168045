@ABOUT@

let choisir _position coups =
  (* @EDIT@ *)
  List.nth coups (Random.int (List.length coups))

let graine mots =
  let lire mot =
    match String.split_on_char '=' mot with
    | [ "seed"; nombre ] -> int_of_string_opt nombre
    | _ -> None
  in
  List.find_map lire mots

let rec jouer position coups =
  match String.split_on_char ' ' (String.trim (input_line stdin)) with
  | "game" :: mots ->
      Random.init (Option.value (graine mots) ~default:1);
      jouer position coups
  | "position" :: mots -> jouer (String.concat " " mots) coups
  | "moves" :: mots -> jouer position mots
  | "play" :: _ when coups <> [] ->
      print_endline (choisir position coups);
      flush stdout;
      jouer position coups
  | _ -> jouer position coups
  | exception End_of_file -> ()

let () = jouer "" []

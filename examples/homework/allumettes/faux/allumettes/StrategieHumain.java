package allumettes;

import java.util.Scanner;

/** Demander à l'utilisateur. */
public class StrategieHumain implements Strategie
{
	/** Un seul scanner pour tous les joueurs humains. */
	private static Scanner scanner = new Scanner(System.in);

	/** Ce que l'utilisateur a répondu. */
	private String reponse;

	@Override
	public int getPrise(Jeu jeu, String nomJoueur) throws CoupInvalideException
	{
		this.demander(nomJoueur);
		while (!this.estEntier())
		{
			if (this.reponse.equals("triche"))
			{
				jeu.retirer(1);
				System.out.println("[Une allumette en moins, plus que " + jeu.getNombreAllumettes() + ". Chut !]");
			}
			else
			{
				System.out.println("Vous devez donner un entier.");
			}
			this.demander(nomJoueur);
		}
		return Integer.parseInt(this.reponse);
	}

	/** Poser la question. */
	private void demander(String nomJoueur)
	{
		System.out.print(nomJoueur + ", combien d'allumettes ? ");
		this.reponse = scanner.nextLine();
	}

	/** La réponse est-elle un entier ? */
	private boolean estEntier()
	{
		try
		{
			Integer.parseInt(this.reponse);
			return true;
		}
		catch (NumberFormatException e)
		{
			return false;
		}
	}
}
